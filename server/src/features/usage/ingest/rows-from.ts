import { arrayText } from '../../../platform/values/array-text.ts'

type OfCustomer = { customerId: string }

/**
 * Builds the rows of an insert: a list for each column, customers first, and the constant values
 * `rest`. Rows of a single customer name it once, because Citus forwards such a statement
 * unchanged. For several customers, Citus builds the rows itself and sends two messages to each
 * shard.
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
