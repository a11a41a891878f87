import { arrayText } from '../../../platform/values/array-text.ts'

type OfCustomer = { customerId: string }

/**
 * What an insert of sums takes its rows from: a list for each column, the customers first, and what is the
 * same in all rows. Rows of one customer name it once: Citus sends such a statement on as it is. Of others it
 * makes the rows itself, and sends them in two messages to each shard.
 */
export function rowsFrom(
  rows: readonly OfCustomer[],
  { types, rest }: { types: readonly string[]; rest: string },
): { kind: 'of-one' | 'of-many'; text: string; customers: string } {
  const [first] = rows
  if (first && rows.every(({ customerId }) => customerId === first.customerId)) {
    const lists = types.map((type, n) => `unnest($${n + 2}::${type}[])`)
    const text = `values ($1::uuid, ${lists.join(', ')}, ${rest})`
    return { kind: 'of-one', text, customers: first.customerId }
  }
  const lists = ['uuid', ...types].map((type, n) => `$${n + 1}::${type}[]`)
  const text = `select *, ${rest} from unnest(${lists.join(', ')})`
  return { kind: 'of-many', text, customers: arrayText(rows, ({ customerId }) => customerId) }
}
