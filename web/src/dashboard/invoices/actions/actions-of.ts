import type { Invoice } from '../../../api/api-types.ts'

export type ActionName = 'send' | 'sendAgain' | 'recordPayment' | 'recalculate' | 'refund' | 'void'

type Facts = Pick<Invoice, 'status' | 'subscriptionId'> & {
  payments: readonly Pick<Invoice['payments'][number], 'status' | 'amount' | 'amountRefunded'>[]
}
type Actions = { next: ActionName | undefined; others: ActionName[] }

/** What the state of an invoice allows; what the service refuses all the same, it says why. */
export function actionsOf({ status, payments, subscriptionId }: Facts): Actions {
  const isRefundable = payments.some(
    (payment) => payment.status === 'succeeded' && payment.amountRefunded < payment.amount,
  )
  const refund: ActionName[] = isRefundable ? ['refund'] : []
  // Money that was taken is given back first.
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
