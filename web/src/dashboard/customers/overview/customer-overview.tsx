import { Stack } from '@mantine/core'
import { CustomerFigures } from './customer-figures.tsx'
import { MissingForBilling } from './missing-for-billing.tsx'
import { SignalUsage } from './signal-usage.tsx'

export function CustomerOverview() {
  return (
    <Stack gap={32}>
      <MissingForBilling />
      <CustomerFigures />
      <SignalUsage />
    </Stack>
  )
}
