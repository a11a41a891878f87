import type { Customer } from '../../api/api-types.ts'
import { StateBadge } from '../../ui/states/state-badge.tsx'
import { STATUSES } from './customer-texts.ts'

export function CustomerStatus({ status }: Pick<Customer, 'status'>) {
  return <StateBadge {...STATUSES[status]} />
}
