import type { Invoice } from '../../../api/api-types.ts'

export type ActionName = 'send' | 'sendAgain' | 'recordPayment' | 'recalculate' | 'refund' | 'void'

type Facts = Pick<Invoice, 'status' | 'subscriptionId'> & {
  payments: readonly Pick<Invoice['payments'][number], 'status' | 'amount' | 'amountRefunded'>[]
}
type Actions = { next: ActionName | undefined; others: ActionName[] }

/**
 * Returns the actions that the status of an invoice allows. The service may reject one with a
 * reason.
 */
export function actionsOf({ status, payments, subscriptionId }: Facts): Actions {
  const isRefundable = payments.some(
    (payment) => payment.status === 'succeeded' && payment.amountRefunded < payment.amount,
  )
  const refund: ActionName[] = isRefundable ? ['refund'] : []
  // Payments must be refunded before voiding.
  const taken: ActionName[] = isRefundable ? [] : ['void']
  switch (status) {
    case 'draft':
      return {
        next: 'send',
        others: [...(subscriptionId ? (['recalculate'] as const) : []), 'void'],
      }
    case 'pending':
      return { next: 'send', others: ['recordPayment', ...refund, ...taken] }
    case 'issued':
    case 'overdue':
      return { next: 'recordPayment', others: ['sendAgain', ...refund, ...taken] }
    case 'paid':
    case 'refunded':
    case 'void':
      return { next: undefined, others: refund }
  }
}
