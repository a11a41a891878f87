import { listSearch } from '../../ui/url/list-search.ts'
import { oneOf } from '../../ui/url/search-readers.ts'

export const KINDS = {
  invoice: 'Invoice',
  reminder: 'Reminder',
  receipt: 'Receipt',
  payment: 'Payment',
  refund: 'Refund',
  void: 'Voided',
  portal_link: 'Portal link',
  address_change: 'New address',
  credit_low: 'Low credit',
  credit_depleted: 'Credit used up',
  credit_expiring: 'Credit expires',
  auto_top_up_stopped: 'Automatic top-ups off',
} as const
export const STATUSES = {
  queued: 'Waiting',
  sent: 'Sent',
  captured: 'Captured',
  failed: 'Failed',
} as const

const keysOf = <K extends string>(labels: Record<K, string>) => Object.keys(labels) as K[]

export const mailSearch = listSearch([], {
  kind: oneOf(keysOf(KINDS)),
  status: oneOf(keysOf(STATUSES)),
})
export type MailSearch = ReturnType<typeof mailSearch>
