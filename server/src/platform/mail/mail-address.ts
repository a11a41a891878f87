/** Who a message is from: a name, which may be empty, and an address. */
export type Mailbox = { name: string; address: string }

const ADDRESS = /^[^\s@<>()[\]\\,;:"\p{Cc}]+@[^\s@<>()[\]\\,;:"\p{Cc}]+$/u
const ADDRESS_LENGTH_MAX = 254
const MAILBOX = /^(?:"(?<quoted>[^"\\]*)"|(?<plain>[^"<>]*?))\s*<(?<address>[^<>]+)>$/

/** One plain address: no list, no comment, no route, nothing that could end a header. */
export function isMailAddress(text: string): boolean {
  return text.length <= ADDRESS_LENGTH_MAX && ADDRESS.test(text)
}

/** Reads `Acme <billing@acme.example>` or an address alone; undefined when it is neither. */
export function parseMailbox(text: string): Mailbox | undefined {
  if (isMailAddress(text)) return { name: '', address: text }
  const { quoted, plain, address } = MAILBOX.exec(text)?.groups ?? {}
  if (address === undefined || !isMailAddress(address)) return undefined
  return { name: oneLine(quoted ?? plain ?? ''), address }
}

/** What follows the @, as message ids are made of it. */
export function domainOf({ address }: Mailbox): string {
  return address.slice(address.lastIndexOf('@') + 1)
}

/**
 * Text on one line, without control characters. In a header a line break would begin another header, and in a
 * text a name with line breaks could add paragraphs of its own.
 */
export function oneLine(text: string): string {
  return text
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim()
}
