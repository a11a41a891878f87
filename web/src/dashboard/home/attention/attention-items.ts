import type { Attention } from '../../../api/api-types.ts'
import { formatAmount, formatCount, formatRounded } from '../../../ui/values/money.ts'

export type AttentionItem = {
  kind:
    | 'costs'
    | 'tokens'
    | 'unpriced'
    | 'overdue'
    | 'charges'
    | 'mails'
    | 'webhooks'
    | 'drafts'
    | 'unbilled'
  text: string
  /** The affected subscription, if there is only one. */
  subscriptionId?: string
  /** True for a problem, false for an upcoming event. */
  isBad: boolean
}

const some = (count: number, one: string, many: string) =>
  `${formatCount(count)} ${count === 1 ? one : many}`

/** Returns an item for each named subscription, and one for the rest of the total. */
function unbilledItems(
  total: number,
  times: Attention['unbilledTime'],
): (AttentionItem & { count: number })[] {
  const named = [...Map.groupBy(times, ({ subscriptionId }) => subscriptionId)]
  const unbilled = { kind: 'unbilled' as const, isBad: true }
  const items = named.map(([subscriptionId, [time]]) => ({
    ...unbilled,
    count: 1,
    subscriptionId,
    text: `Unbilled time on ${time?.subscriptionName}: ${time?.invoiceNumber} ${
      time?.reason === 'draft' ? 'is a draft that won’t be finalized automatically' : 'was voided'
    }`,
  }))
  const more = total - named.length
  const text = some(more, 'more subscription', 'more subscriptions')
  return [...items, { ...unbilled, count: more, text: `Unbilled time on ${text}` }]
}

/** Returns items that need attention, in words; omits those with a count of zero. */
export function itemsOf(attention: Attention): AttentionItem[] {
  const { uncostedEvents, eventsWithoutTokens, unpriced, overdue, ...others } = attention
  const { failedCharges, failedMails, disabledWebhooks, draftsGoingOut } = others
  const { unbilledSubscriptions, unbilledTime } = attention
  const items: (AttentionItem & { count: number })[] = [
    {
      kind: 'costs',
      count: uncostedEvents,
      text: some(uncostedEvents, 'event without a cost', 'events without a cost'),
      isBad: true,
    },
    {
      kind: 'tokens',
      count: eventsWithoutTokens,
      text: `${some(eventsWithoutTokens, 'event', 'events')} without tokens in the last 30 days`,
      isBad: true,
    },
    {
      kind: 'unpriced',
      count: unpriced.eventCount,
      text: `Unpriced work in the last 30 days: ${some(unpriced.eventCount, 'event', 'events')}, at a cost of ${formatRounded(unpriced.cost, 'USD')}`,
      isBad: true,
    },
    ...overdue.map(({ currency, count, amount }) => ({
      kind: 'overdue' as const,
      count,
      text: `${some(count, 'invoice', 'invoices')} overdue, ${formatAmount(amount, currency)} due`,
      isBad: true,
    })),
    {
      kind: 'charges',
      count: failedCharges,
      text: `${some(failedCharges, 'invoice', 'invoices')} with a failed payment`,
      isBad: true,
    },
    {
      kind: 'mails',
      count: failedMails,
      text: `${some(failedMails, 'email', 'emails')} could not be sent in the last 30 days`,
      isBad: true,
    },
    {
      kind: 'webhooks',
      count: disabledWebhooks,
      text: `${some(disabledWebhooks, 'webhook endpoint was', 'webhook endpoints were')} disabled after failed deliveries`,
      isBad: true,
    },
    ...unbilledItems(unbilledSubscriptions, unbilledTime),
    {
      kind: 'drafts',
      count: draftsGoingOut,
      text: `${some(draftsGoingOut, 'draft', 'drafts')} to be sent within 24 hours`,
      isBad: false,
    },
  ]
  return items.filter(({ count }) => count > 0).map(({ count: _count, ...item }) => item)
}
