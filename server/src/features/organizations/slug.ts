/** Shorter than an id, so that a slug is never mistaken for one. */
export const SLUG_LENGTH_MAX = 32

/** Words in our own URLs, and words that could pass for a page of ours. */
const RESERVED = new Set(
  `about account admin api app assets auth billing blog checkout dashboard docs forgot-password health
   healthz help home invitation login logout me metrics new null o openapi organization organizations
   pay piecework portal r readyz reset-password root security session settings setup sign-in sign-out
   sign-up signup static status support system undefined v1 web webhooks www`.split(/\s+/),
)

export const isReserved = (slug: string): boolean => RESERVED.has(slug)

/** Returns the slug of a name, made of its Latin letters and digits. */
export function slugOf(name: string): string {
  const words = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
  const slug = cut(words, SLUG_LENGTH_MAX)
  if (slug === '') return 'organization-1'
  return isReserved(slug) ? `${cut(slug, SLUG_LENGTH_MAX - 2)}-1` : slug
}

const NUMBERED_MAX = 9
const TAIL_LENGTH = 12

/** Returns candidate slugs in order of preference; the last one is unique. */
export function slugsFor({ id, name }: { id: string; name: string }): string[] {
  const slug = slugOf(name)
  const numbers = Array.from({ length: NUMBERED_MAX - 1 }, (_, index) => String(index + 2))
  const others = [...numbers, id.slice(-TAIL_LENGTH)]
  return [slug, ...others.map((end) => `${cut(slug, SLUG_LENGTH_MAX - 1 - end.length)}-${end}`)]
}

const cut = (text: string, length: number) =>
  text.replace(/^-+/, '').slice(0, length).replace(/-+$/, '')
