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
  /** Page where the step is done. */
  at?: StepPage
}

type Known = Progress & {
  hasEvents: boolean
  hasUnknownCosts: boolean
  isTest: boolean
  configured: { mail: boolean; payments: boolean }
}

export const RECORD_STEP = 'Record an event'

/** A test deployment moves no real money, so the operator pays as the customer. */
const PAY_STEP = (isDone: boolean, isMailSent: boolean): Step => ({
  title: 'Test a payment',
  about: `${isMailSent ? 'Follow the link in the email' : 'Open the email, follow its link'} and pay with the test card 4242 4242 4242 4242.`,
  isDone,
  at: isMailSent ? 'invoices' : 'mail',
})

/** Returns the steps from an empty organization to a paid invoice, in order. */
export function stepsOf({ configured, isTest, ...known }: Known): Step[] {
  return [
    {
      title: 'Create an API key',
      about: 'A recording key is enough for an agent’s worker.',
      isDone: known.hasKey,
      at: 'keys',
    },
    {
      title: RECORD_STEP,
      about: 'Send one event for each finished job. It creates its customer, agent and signal.',
      isDone: known.hasEvents,
    },
    {
      title: 'Resolve unknown costs',
      about: 'If the catalog has no rate for a model, map the model to a catalog entry.',
      isDone: known.hasEvents && !known.hasUnknownCosts,
      ...(known.hasUnknownCosts ? { at: 'unknown-costs' as const } : {}),
    },
    {
      title: 'Create a plan',
      about: 'Set what you charge: per outcome, in tiers, per seat or as a fee.',
      isDone: known.hasPlan,
      at: 'plans',
    },
    {
      title: 'Subscribe a customer',
      about: 'Its usage is then billed by that plan.',
      isDone: known.hasSubscription,
      at: 'subscriptions',
    },
    {
      title: 'Send an invoice',
      about:
        'Invoices are sent automatically after each billing period. To see one now, generate and send it.',
      isDone: known.hasSentInvoice,
      at: 'invoices',
    },
    ...(isTest ? [PAY_STEP(known.hasPaidInvoice, configured.mail)] : []),
    {
      title: 'Set up email',
      about: 'Until SMTP_URL is set, emails are captured instead of sent.',
      isDone: configured.mail,
    },
    {
      title: 'Accept payments',
      about: 'Until Stripe is set up, a test page accepts test cards.',
      isDone: configured.payments,
    },
    {
      title: 'Invite your team',
      about: 'Give access to the people who send invoices and read the figures.',
      isDone: known.hasTeam,
      at: 'team',
    },
  ]
}
