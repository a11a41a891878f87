import type { TimelineEntry } from '../../api/api-types.ts'

/** Texts of upcoming and past events. */
export const KINDS: Readonly<Record<TimelineEntry['kind'], readonly [string, string]>> = {
  subscription_start: ['Subscription starts', 'Subscription started'],
  subscription_end: ['Subscription ends', 'Subscription ended'],
  invoice_draft: ['Draft is generated', 'Draft generated'],
  invoice_finalize: ['Draft is finalized and sent', 'Draft finalized'],
  invoice_issue: ['Invoice is issued', 'Invoice issued'],
  invoice_collect: ['Invoice is charged', 'Invoice charged'],
  invoice_remind: ['Customer is reminded', 'Customer reminded'],
  invoice_overdue: ['Invoice becomes overdue', 'Invoice overdue'],
  invoice_paid: ['Invoice is paid', 'Invoice paid'],
  invoice_void: ['Invoice is voided', 'Invoice voided'],
}

export const titleOf = ({ kind, isDone }: TimelineEntry) => KINDS[kind][isDone ? 1 : 0]
