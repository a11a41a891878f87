import { Stack } from '@mantine/core'
import { DiscountsSection } from '../../discounts/discounts-section.tsx'
import { useCustomer } from '../use-customer.ts'
import { CustomerFigures } from './customer-figures.tsx'
import { MissingForBilling } from './missing-for-billing.tsx'
import { SignalUsage } from './signal-usage.tsx'

export function CustomerOverview() {
  const { id } = useCustomer()
  return (
    <Stack gap={32}>
      <MissingForBilling />
      <CustomerFigures />
      <SignalUsage />
      <DiscountsSection customerId={id} />
    </Stack>
  )
}
