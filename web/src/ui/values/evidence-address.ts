/**
 * Returns the address of evidence and its host as the browser reads it; undefined for anything that is
 * no `https:` address, which no page may link to.
 */
export function evidenceAddress(text: string | null): { href: string; host: string } | undefined {
  if (text === null || !URL.canParse(text)) return undefined
  const { protocol, href, host } = new URL(text)
  return protocol === 'https:' ? { href, host } : undefined
}
