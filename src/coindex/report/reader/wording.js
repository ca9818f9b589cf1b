// What scripts say, in the language of the page. English is written where it is used; the page brings the words of another language.

/** @typedef {{language: string, thousands: string, decimal: string, texts: Record<string, string>, names: Record<string, string>, counts: Record<string, Record<string, string>>}} Wording */

const element = document.getElementById("wording");
/** @type {Wording} */
const wording = element ? JSON.parse(element.textContent ?? "{}") : { language: "en", thousands: ",", decimal: ".", texts: {}, names: {}, counts: {} };

/**
 * What a record has under a name that people chose: `constructor` is a name like any other.
 * @template T
 * @param {Record<string, T> | null | undefined} record
 * @param {string} name
 * @returns {T | undefined}
 */
export const own = (record, name) => (record && Object.hasOwn(record, name) ? record[name] : undefined);

const plurals = new Intl.PluralRules(wording.language);

/** What stands between groups of digits on the page. */
export const thousands = wording.thousands;

/** What stands before the digits of a fraction on the page. */
export const decimal = wording.decimal;

/** The language of the page. */
export const interfaceLanguage = wording.language;

/**
 * A sentence with values in it: t`Saved by ${name}.` Its key is `Saved by {1}.`, without spaces around it.
 * @param {TemplateStringsArray} parts
 * @param {...unknown} values
 */
export function t(parts, ...values) {
  const english = parts.reduce((text, part, place) => `${text}{${place}}${part}`);
  const key = english.trim();
  return english.replace(key, () => wording.texts[key] ?? key).replace(/\{(\d+)\}/g, (_, number) => shown(values[number - 1]));
}

/** @param {unknown} value */
const shown = (value) => (typeof value === "number" ? String(value).replace(".", decimal) : String(value));

/** Names with a field, such as `{1} sentences back`. @type {[RegExp, string][]} */
const families = Object.entries(wording.names).filter(([key]) => key.includes("{1}")).map(([key, text]) => [new RegExp(`^${key.split("{1}").map((part) => part.replace(/[.+?^${}()|[\]\\]/g, "\\$&")).join("(.+)")}$`), text]);

/**
 * A word that comes with the data, such as a kind of mention or the name of a preference.
 * @param {string} word
 * @returns {string}
 */
export function worded(word) {
  const known = own(wording.texts, word) ?? own(wording.names, word);
  if (known !== undefined || !families.length) return known ?? word;
  const [pattern, text] = families.find(([one]) => one.test(word)) ?? [];
  return pattern && text ? text.replace("{1}", () => worded(/** @type {RegExpExecArray} */ (pattern.exec(word))[1])) : word;
}

/** @param {number} number By hand if it is whole: the browser's way loads its data first, 30 milliseconds when a page is opened. */
export const grouped = (number) => (Number.isInteger(number) ? String(number).replace(/\B(?=(\d{3})+$)/g, wording.thousands) : number.toLocaleString("en").replace(/[,.]/g, (sign) => (sign === "," ? wording.thousands : decimal)));

/** A number with so many digits after the point. @param {number} value @param {number} digits */
export const fixed = (value, digits) => value.toFixed(digits).replace(".", decimal);

/**
 * A number with its noun.
 * @param {number} count
 * @param {string} one the English noun, which is its key
 * @param {string} [many]
 */
export function counted(count, one, many = `${one}s`) {
  const forms = wording.counts[one], english = count === 1 ? one : many;
  return `${grouped(count)} ${forms?.[plurals.select(count)] ?? forms?.other ?? english}`;
}
