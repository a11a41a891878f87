/**
 * Statement that locks an invoice, for `runBehindLock`. It names the customer, because Citus locks rows of
 * one shard only.
 */
export const invoiceLock = ({ id, customerId }: { id: string; customerId: string }) => ({
  lock: 'select from invoices where customer_id = $1 and id = $2 for update',
  values: [customerId, id],
})
