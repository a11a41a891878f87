import type { Progress } from '../../api/progress.ts'

export type Step = {
  title: string
  about: string
  isDone: boolean
  /** Where it is done: a page here, or the part of the reference that says how. */
  at?:
    | { page: 'keys' | 'team' | 'unknown-costs' | 'plans' | 'subscriptions' }
    | { reference: string }
}

type Known = Progress & {
  hasEvents: boolean
  hasUnknownCosts: boolean
  configured: { mail: boolean; payments: boolean }
}

export const RECORD_STEP = 'Record an event'

/** What leads from nothing to a paid invoice, in this order. */
export function stepsOf({ configured, ...known }: Known): Step[] {
  return [
    {
      title: 'Make an API key',
      about: 'One that only records is enough for the worker of an agent.',
      isDone: known.hasKey,
      at: { page: 'keys' },
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
      ...(known.hasUnknownCosts ? { at: { page: 'unknown-costs' } as const } : {}),
    },
    {
      title: 'Make a plan',
      about: 'What you charge: by outcome, by tier, by seat, as a fee.',
      isDone: known.hasPlan,
      at: { page: 'plans' },
    },
    {
      title: 'Subscribe a customer',
      about: 'From then on its usage is billed by that plan.',
      isDone: known.hasSubscription,
      at: { page: 'subscriptions' },
    },
    {
      title: 'Send an invoice',
      about: 'By itself at the end of each period, or now.',
      isDone: known.hasSentInvoice,
      at: { reference: '#tag/invoices' },
    },
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
      at: { page: 'team' },
    },
  ]
}
