/**
 * Some kinds are events, such as a subscription start. Others are states that wait for the clock,
 * such as a draft to be finalized.
 */
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
