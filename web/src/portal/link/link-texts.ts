/** What a link to an account says that shows none. */
export const LINK_STATES = [
  'used',
  'expired',
  'revoked',
  'unknown',
  'signed-out',
  'missing',
] as const
export type LinkState = (typeof LINK_STATES)[number]

/** `company` is its name, or what it is called where that is not known. */
type Words = { title: string; text: (company: string) => string }

const again = (company: string) =>
  `Ask ${company} for a fresh link. If its e-mails say “View your account”, that brings you one, too.`

export const LINK_TEXTS: Readonly<Record<LinkState, Words>> = {
  used: {
    title: 'This link was used already',
    text: (company) => `A link opens your account once. ${again(company)}`,
  },
  expired: {
    title: 'This link has expired',
    text: (company) => `A link lasts one hour. ${again(company)}`,
  },
  revoked: {
    title: 'This link was withdrawn',
    text: (company) => `It opens nothing any more. ${again(company)}`,
  },
  unknown: {
    title: 'This link leads nowhere',
    text: (company) =>
      `Check that you have opened the whole link: mail programs cut long ones in two. If it is whole, ask ${company} for a fresh one.`,
  },
  'signed-out': {
    title: 'You are signed out',
    text: (company) => `To see your account again, you need a fresh link. ${again(company)}`,
  },
  missing: {
    title: 'You need a link to see your account',
    text: (company) => `${again(company)} To pay an invoice, use the button in its e-mail.`,
  },
}
