// Requests to the server: JSON there and back, problems as errors.
import { t } from "../reader/wording.js";

/** What the server refused, after RFC 9457. */
export class Problem extends Error {
  /**
   * @param {number} status
   * @param {any} body
   */
  constructor(status, body) {
    super(body?.detail || body?.title || t`the server answered ${status}`);
    this.status = status;
    this.body = body;
  }
}

/** The server could not be reached. */
export class Unreachable extends Error {}

const csrf = () => document.querySelector('meta[name="csrf"]')?.getAttribute("content") ?? "";

/**
 * @param {string} method
 * @param {string} path
 * @param {any} [body] FormData goes as it is, anything else as JSON
 * @param {AbortSignal} [signal]
 * @param {string} [ticket] under which the server tells how far it is
 * @returns {Promise<Response>}
 */
export async function send(method, path, body, signal, ticket) {
  const form = body instanceof FormData;
  /** @type {Record<string, string>} */
  const headers = {};
  if (ticket) headers["X-Coindex-Work"] = ticket;
  if (csrf() && method !== "GET") headers["X-CSRF-Token"] = csrf();
  if (body !== undefined && !form) headers["Content-Type"] = "application/json";
  let response;
  try {
    response = await fetch(path, { method, headers, signal, body: body === undefined || form ? body : JSON.stringify(body) });
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new Unreachable(t`the server cannot be reached`);
  }
  if (!response.ok) throw new Problem(response.status, await response.json().catch(() => null));
  return response;
}

/**
 * The answer's JSON; `null` where there is none.
 * @param {string} method
 * @param {string} path
 * @param {any} [body]
 * @param {AbortSignal} [signal]
 * @param {string} [ticket]
 * @returns {Promise<any>}
 */
export async function call(method, path, body, signal, ticket) {
  const response = await send(method, path, body, signal, ticket);
  return response.status === 204 ? null : response.json();
}

/** @param {string} path */
export const fetched = (path) => call("GET", path);
