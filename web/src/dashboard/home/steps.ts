import type { Progress } from '../../api/progress.ts'

export type StepPage =
  | 'keys'
  | 'unknown-costs'
  | 'plans'
  | 'subscriptions'
  | 'invoices'
  | 'mail'
  | 'team'

export type Step = {
  title: string
  about: string
  isDone: boolean
  /** Where it is done. */
  at?: StepPage
}

type Known = Progress & {
  hasEvents: boolean
  hasUnknownCosts: boolean
  isTest: boolean
  configured: { mail: boolean; payments: boolean }
}

export const RECORD_STEP = 'Record an event'

/** Nobody pays by himself where no real money moves. */
const PAY_STEP = (isDone: boolean, isMailSent: boolean): Step => ({
  title: 'See it paid',
  about: `${isMailSent ? 'Follow the link in the mail' : 'Open the mail, follow its link'} and pay with the test card 4242 4242 4242 4242.`,
  isDone,
  at: isMailSent ? 'invoices' : 'mail',
})

/** What leads from nothing to a paid invoice, in this order. */
export function stepsOf({ configured, isTest, ...known }: Known): Step[] {
  return [
    {
      title: 'Make an API key',
      about: 'One that only records is enough for the worker of an agent.',
      isDone: known.hasKey,
      at: 'keys',
    },
    {
      title: RECORD_STEP,
      about: 'One for each finished job. The customer, the agent and the signal come with it.',
      isDone: known.hasEvents,
    },
    {
      title: 'Know every cost',
      about: 'Where the catalog has no price for a model, say which one it is.',
      isDone: known.hasEvents && !known.hasUnknownCosts,
      ...(known.hasUnknownCosts ? { at: 'unknown-costs' as const } : {}),
    },
    {
      title: 'Make a plan',
      about: 'What you charge: by outcome, by tier, by seat, as a fee.',
      isDone: known.hasPlan,
      at: 'plans',
    },
    {
      title: 'Subscribe a customer',
      about: 'From then on its usage is billed by that plan.',
      isDone: known.hasSubscription,
      at: 'subscriptions',
    },
    {
      title: 'Send an invoice',
      about: 'It goes out by itself after each period. To see one now, generate and send it.',
      isDone: known.hasSentInvoice,
      at: 'invoices',
    },
    ...(isTest ? [PAY_STEP(known.hasPaidInvoice, configured.mail)] : []),
    {
      title: 'Let mail out',
      about: 'Until SMTP_URL is set, mails are kept instead of sent.',
      isDone: configured.mail,
    },
    {
      title: 'Take payments',
      about: 'Until Stripe is set up, a test page takes test cards.',
      isDone: configured.payments,
    },
    {
      title: 'Invite your team',
      about: 'Those who send invoices, and those who look at the figures.',
      isDone: known.hasTeam,
      at: 'team',
    },
  ]
}
