/** Some happen and are over (a subscription starts), some wait for the clock (a draft is finalized). */
export const TIMELINE_KINDS = [
  'subscription_start',
  'subscription_end',
  'invoice_draft',
  'invoice_finalize',
  'invoice_issue',
  'invoice_collect',
  'invoice_remind',
  'invoice_overdue',
  'invoice_paid',
  'invoice_void',
] as const
export type TimelineKind = (typeof TIMELINE_KINDS)[number]
