// Requests to the server: JSON there and back, problems as errors.
import { t } from "../reader/wording.js";

/** Pages where the server's own words about a password matter. */
const PLACES_TO_SIGN_IN = ["/login", "/account"];

/** What the server refused, after RFC 9457. */
export class Problem extends Error {
  /**
   * @param {number} status
   * @param {any} body
   */
  constructor(status, body) {
    const away = status === 401 && !PLACES_TO_SIGN_IN.includes(location.pathname);
    super(away ? t`sign in again in another tab` : body?.detail || body?.title || t`the server answered ${status}`);
    this.status = status;
    this.body = body;
  }
}

/** The server could not be reached. */
export class Unreachable extends Error {}

const OTHER_SESSION = "urn:coindex:other-session";

/** What the page was opened with: the token of the session, or the name of the person. @param {"csrf" | "person"} name */
const opened = (name) => document.querySelector(`meta[name="${name}"]`)?.getAttribute("content") ?? "";

/** After signing in again, in another tab as well, the page goes on in the new session, if it is the same person's. */
async function renew() {
  const { name, csrf } = await fetched("/api/v1/session"), person = opened("person");
  if (name !== person) throw new Problem(403, { detail: t`${name} is signed in now; sign in again as ${person} in another tab, then save` });
  document.querySelector('meta[name="csrf"]')?.setAttribute("content", csrf);
}

/**
 * @param {string} method
 * @param {string} path
 * @param {any} [body] FormData goes as it is, anything else as JSON
 * @param {AbortSignal} [signal]
 * @param {string} [ticket] under which the server tells how far it is
 * @param {boolean} [lasting] whether the request goes on if the page is left; its body must be short
 * @returns {Promise<Response>}
 */
export async function send(method, path, body, signal, ticket, lasting) {
  const response = await sent(method, path, body, signal, ticket, lasting);
  if (response.ok) return response;
  const problem = await problemOf(response);
  if (problem.body?.type !== OTHER_SESSION) throw problem;
  await renew();
  const again = await sent(method, path, body, signal, ticket, lasting);
  if (!again.ok) throw await problemOf(again);
  return again;
}

/** @param {Response} response */
const problemOf = async (response) => new Problem(response.status, await response.json().catch(() => null));

/**
 * @param {string} method
 * @param {string} path
 * @param {any} body
 * @param {AbortSignal} [signal]
 * @param {string} [ticket]
 * @param {boolean} [lasting]
 */
async function sent(method, path, body, signal, ticket, lasting) {
  const form = body instanceof FormData;
  /** @type {Record<string, string>} */
  const headers = {};
  if (ticket) headers["X-Coindex-Work"] = ticket;
  if (opened("csrf") && method !== "GET") headers["X-CSRF-Token"] = opened("csrf");
  if (body !== undefined && !form) headers["Content-Type"] = "application/json";
  try {
    return await fetch(path, { method, headers, signal, keepalive: lasting, body: body === undefined || form ? body : JSON.stringify(body) });
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new Unreachable(t`the server cannot be reached`);
  }
}

/**
 * The answer's JSON; `null` where there is none.
 * @param {string} method
 * @param {string} path
 * @param {any} [body]
 * @param {AbortSignal} [signal]
 * @param {string} [ticket]
 * @param {boolean} [lasting]
 * @returns {Promise<any>}
 */
export async function call(method, path, body, signal, ticket, lasting) {
  const response = await send(method, path, body, signal, ticket, lasting);
  return response.status === 204 ? null : response.json();
}

/** @param {string} path */
export const fetched = (path) => call("GET", path);
