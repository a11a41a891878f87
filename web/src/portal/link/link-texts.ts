/** States of a link that shows no account. */
export const LINK_STATES = [
  'used',
  'expired',
  'revoked',
  'unknown',
  'signed-out',
  'missing',
] as const
export type LinkState = (typeof LINK_STATES)[number]

/** `company` is the company's name, or a generic term if it is unknown. */
type Words = { title: string; text: (company: string) => string }

const again = (company: string) =>
  `Ask ${company} for a new link. If its emails contain “View your account”, you can also use that to get one.`

export const LINK_TEXTS: Readonly<Record<LinkState, Words>> = {
  used: {
    title: 'This link has already been used',
    text: (company) => `A link can be opened only once. ${again(company)}`,
  },
  expired: {
    title: 'This link has expired',
    text: (company) => `A link is valid for one hour. ${again(company)}`,
  },
  revoked: {
    title: 'This link has been revoked',
    text: (company) => `It no longer opens your account. ${again(company)}`,
  },
  unknown: {
    title: 'This link is not valid',
    text: (company) =>
      `Check that you opened the whole link: mail programs can split long links. If it is complete, ask ${company} for a new one.`,
  },
  'signed-out': {
    title: 'You are signed out',
    text: (company) => `To see your account again, you need a new link. ${again(company)}`,
  },
  missing: {
    title: 'You need a link to see your account',
    text: (company) => `${again(company)} To pay an invoice, use the button in its email.`,
  },
}
