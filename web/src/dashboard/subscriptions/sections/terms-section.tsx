import { Code } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Subscription } from '../../../api/api-types.ts'
import { Facts } from '../../../ui/layout/facts.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { formatDay } from '../../../ui/values/dates.ts'
import { formatAmount, formatCount } from '../../../ui/values/money.ts'
import { NextInvoice } from '../next-invoice.tsx'
import { End } from '../subscription-dates.tsx'
import { cycleInWords } from '../subscription-texts.ts'

type Fact = readonly [string, ReactNode]
const json = (name: string, value: Record<string, unknown>): Fact[] =>
  Object.keys(value).length === 0
    ? []
    : [
        [
          name,
          <Code key={name} block>
            {JSON.stringify(value, null, 2)}
          </Code>,
        ],
      ]

/** Terms of the subscription. */
export function TermsSection({ subscription }: { subscription: Subscription }) {
  const { billingDay, timezone, timezoneInForce, proratedAmount, currency } = subscription
  return (
    <Section title="Terms">
      <Facts
        facts={[
          ['Start', formatDay(subscription.startDate)],
          ['End', <End key="end" at={subscription.endDate} />],
          ['Billing cycle', cycleInWords(subscription)],
          ['Next invoice', <NextInvoice key="next" {...subscription} />],
          ...(billingDay === null ? [] : [['Billing day', formatCount(billingDay)] as const]),
          [
            'Time zone',
            timezone === null ? `${timezoneInForce} (the customer’s)` : timezoneInForce,
          ],
          ['Net terms (days)', formatCount(subscription.netTerms)],
          ['Seats', formatCount(subscription.seatsCount)],
          [
            'Payment',
            subscription.autoCollectPayment
              ? 'Charged to the saved payment method'
              : 'Paid by the customer from the invoice',
          ],
          ...(proratedAmount === null
            ? []
            : [['Adjustment, not billed yet', formatAmount(proratedAmount, currency)] as const]),
          ...(subscription.invoiceMemo === null
            ? []
            : [['Memo on invoices', subscription.invoiceMemo] as const]),
          ...json('Details', subscription.subscriptionDetails),
          ...json('Metadata', subscription.metadata),
        ]}
      />
    </Section>
  )
}
