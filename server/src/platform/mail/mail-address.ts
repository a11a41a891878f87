/** Sender of a message: a name, which may be empty, and an address. */
export type Mailbox = { name: string; address: string }

const ADDRESS = /^[^\s@<>()[\]\\,;:"\p{Cc}]+@[^\s@<>()[\]\\,;:"\p{Cc}]+$/u
const ADDRESS_LENGTH_MAX = 254
const MAILBOX = /^(?:"(?<quoted>[^"\\]*)"|(?<plain>[^"<>]*?))\s*<(?<address>[^<>]+)>$/

/**
 * Returns whether the text is a single plain address, without lists, comments, routes, or
 * characters that could end a header.
 */
export function isMailAddress(text: string): boolean {
  return text.length <= ADDRESS_LENGTH_MAX && ADDRESS.test(text)
}

/** Parses `Acme <billing@acme.example>` or a plain address; returns undefined for other text. */
export function parseMailbox(text: string): Mailbox | undefined {
  if (isMailAddress(text)) return { name: '', address: text }
  const { quoted, plain, address } = MAILBOX.exec(text)?.groups ?? {}
  if (address === undefined || !isMailAddress(address)) return undefined
  return { name: oneLine(quoted ?? plain ?? ''), address }
}

/** Returns the part after the @, which message ids use. */
export function domainOf({ address }: Mailbox): string {
  return address.slice(address.lastIndexOf('@') + 1)
}

/**
 * Replaces line breaks and control characters by spaces. In a header, a line break would start
 * another header; in a body, a name with line breaks could add paragraphs.
 */
export function oneLine(text: string): string {
  return text
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim()
}
