import type { GettingStarted, UsageEvent } from '../../../api/api-types.ts'

export type StepName =
  | 'record'
  | 'cost'
  | 'price'
  | 'subscribe'
  | 'send'
  | 'pay'
  | 'address'
  | 'mail'
  | 'payments'
  | 'team'
  | 'live'

export type Step = { name: StepName; title: string; about: string; isDone: boolean }
export type StageName = 'cost' | 'bill' | 'live'
export type Stage = { name: StageName; title: string; about: string; steps: readonly Step[] }

/** Facts from which the steps follow; the latest events are the newest first. */
export type Known = {
  progress: GettingStarted
  events: readonly UsageEvent[]
  isTest: boolean
  configured: { mail: boolean; payments: boolean }
}

/** Returns the three stages from an empty organization to a live deployment, in order. */
export function stagesOf(known: Known): readonly [Stage, Stage, Stage] {
  return [
    {
      name: 'cost',
      title: 'See your cost',
      about: 'Connect an agent, or record one event, and see what the work cost you.',
      steps: costSteps(known),
    },
    {
      name: 'bill',
      title: 'Bill it',
      about: 'Set a price, subscribe a customer and send an invoice.',
      steps: billSteps(known),
    },
    {
      name: 'live',
      title: 'Go live',
      about: 'Email, payments and your team.',
      steps: liveSteps(known),
    },
  ]
}

function costSteps({ events }: Known): Step[] {
  const uncosted = events.find(({ usageCost }) => usageCost === null)
  const record = {
    name: 'record',
    title: 'Record an event',
    about: 'Send one event for each finished job. It creates its customer, agent and signal.',
    isDone: events.length > 0,
  } as const
  if (uncosted === undefined) return [record]
  const cost = {
    name: 'cost',
    title: 'Resolve unknown costs',
    about: `The catalog has no rate for ${uncosted.models.join(', ')}. Map it to a catalog entry.`,
    isDone: false,
  } as const
  return [record, cost]
}

function billSteps({ progress, events, isTest, configured }: Known): Step[] {
  const { pricedPlan, unpricedPlan, subscription, draft, sentInvoice, hasPaidInvoice } = progress
  const signal = outcomeOf(events)?.signal.name ?? 'your signals'
  const steps: Step[] = [
    {
      name: 'price',
      title: 'Set a price',
      about:
        unpricedPlan === null
          ? `Create a plan with a price for ${signal}: per outcome, in tiers, per seat or as a fee.`
          : `The plan ${unpricedPlan.name} has no price yet.`,
      isDone: pricedPlan !== null,
    },
    {
      name: 'subscribe',
      title: 'Subscribe a customer',
      about: 'Its usage is then billed by the plan.',
      isDone: subscription !== null,
    },
    {
      name: 'send',
      title: 'Send an invoice',
      about:
        draft === null
          ? 'Invoices are sent automatically after each billing period. To see one now, generate it early.'
          : `${draft.invoiceNumber} is a draft. Check it and send it.`,
      isDone: sentInvoice !== null,
    },
  ]
  if (!isTest) return steps
  return [
    ...steps,
    {
      name: 'pay',
      title: 'Pay it as the customer',
      about: `${configured.mail ? 'Follow the link in the email' : 'Open the email, follow its link'} and pay with the test card 4242 4242 4242 4242.`,
      isDone: hasPaidInvoice,
    },
  ]
}

function liveSteps({ progress, isTest, configured }: Known): Step[] {
  const steps: Step[] = [
    {
      name: 'address',
      title: 'Add your address',
      about: 'It is printed on every invoice. Most countries require it.',
      isDone: progress.hasAddress,
    },
    {
      name: 'mail',
      title: 'Set up email',
      about: 'Until SMTP_URL is set, emails are captured instead of sent.',
      isDone: configured.mail,
    },
    {
      name: 'payments',
      title: 'Accept payments',
      about: 'Connect Stripe, or state in the invoice footer how customers pay.',
      isDone: configured.payments,
    },
    {
      name: 'team',
      title: 'Invite your team',
      about: 'Give access to the people who send invoices and read the figures.',
      isDone: progress.hasTeam,
    },
  ]
  if (!isTest) return steps
  return [
    ...steps,
    {
      name: 'live',
      title: 'Start a live deployment',
      about: 'This is a test deployment: no real money moves. A live one has its own database.',
      isDone: false,
    },
  ]
}

/** Returns the latest event with an outcome; if there is none, the latest event. */
export const outcomeOf = (events: readonly UsageEvent[]): UsageEvent | undefined =>
  events.find(({ quantity }) => quantity !== '0') ?? events[0]

/** Returns the customer of the latest event that has one; work without a customer is not billed. */
export const customerToBill = (events: readonly UsageEvent[]): string | undefined =>
  events.find(({ customerExternalId }) => customerExternalId !== null)?.customerId

export const isComplete = ({ steps }: Pick<Stage, 'steps'>) => steps.every(({ isDone }) => isDone)

/** Returns the first stage that is not complete; undefined when all are. */
export const currentOf = (stages: readonly Stage[]): Stage | undefined =>
  stages.find((stage) => !isComplete(stage))
