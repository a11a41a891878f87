import type { TaxRate } from '../../api/api-types.ts'
import { formatCount } from '../../ui/values/money.ts'

/**
 * Returns which customers a tax rate applies to: "All customers without their own tax rates, and 2
 * customers".
 */
export function reachInWords({
  isActive,
  isDefault,
  customerCount,
}: Pick<TaxRate, 'isActive' | 'isDefault' | 'customerCount'>): string {
  if (!isActive) return 'No customers while inactive'
  const named = customerCount === 1 ? '1 customer' : `${formatCount(customerCount)} customers`
  if (!isDefault) return customerCount === 0 ? 'No customers yet' : named
  const others = 'All customers without their own tax rates'
  return customerCount === 0 ? others : `${others}, and ${named}`
}
