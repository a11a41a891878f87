import type { TaxRate } from '../../api/api-types.ts'
import { formatCount } from '../../ui/values/money.ts'

/** Whom a tax rate taxes: "All without rates of their own, and 2 customers". */
export function reachInWords({
  isActive,
  isDefault,
  customerCount,
}: Pick<TaxRate, 'isActive' | 'isDefault' | 'customerCount'>): string {
  if (!isActive) return 'Nobody while it is inactive'
  const named = customerCount === 1 ? '1 customer' : `${formatCount(customerCount)} customers`
  if (!isDefault) return customerCount === 0 ? 'Nobody yet' : named
  const others = 'All without rates of their own'
  return customerCount === 0 ? others : `${others}, and ${named}`
}
