import { Stack } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { LinesSkeleton } from '../../../ui/states/lines-skeleton.tsx'
import { DiscountsSection } from '../../discounts/discounts-section.tsx'
import { useCustomer } from '../use-customer.ts'
import { CustomerFigures } from './customer-figures.tsx'
import { MissingForBilling } from './missing-for-billing.tsx'
import { OpenInvoices } from './open-invoices.tsx'
import { SignalUsage } from './signal-usage.tsx'

/** Loaded lazily: it includes everything needed to show an invoice. */
const RunningPeriods = lazy(() => import('./running-periods.tsx'))
const CreditSection = lazy(() => import('./credit-section.tsx'))

export function CustomerOverview() {
  const { id } = useCustomer()
  return (
    <Stack gap={32}>
      <MissingForBilling />
      <CustomerFigures />
      <Suspense fallback={<LinesSkeleton lines={4} />}>
        <RunningPeriods />
      </Suspense>
      <OpenInvoices />
      <Suspense>
        <CreditSection />
      </Suspense>
      <SignalUsage />
      <DiscountsSection customerId={id} />
    </Stack>
  )
}
