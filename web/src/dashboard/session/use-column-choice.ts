import { useStoredColumns } from '../../ui/table/columns/column-choice.ts'
import { useSession } from './use-session.ts'

type List = 'customers' | 'subscriptions' | 'invoices' | 'payments' | 'events'

/** The columns that the signed-in person has hidden in a list, kept in this browser. */
export const useColumnChoice = (list: List) =>
  useStoredColumns(`columns-${list}-${useSession().person.id}`)
