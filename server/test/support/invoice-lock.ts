/** What keeps an invoice from everybody else, for `holdUp`: on a cluster only who says its customer can. */
export const invoiceLock = ({ id, customerId }: { id: string; customerId: string }) => ({
  lock: 'select from invoices where customer_id = $1 and id = $2 for update',
  values: [customerId, id],
})
