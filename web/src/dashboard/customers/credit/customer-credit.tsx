import { Stack } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { Section } from '../../../ui/layout/section.tsx'
import { Empty } from '../../../ui/states/empty.tsx'
import { Loaded } from '../../../ui/states/loaded.tsx'
import type { OnSearch } from '../../../ui/table/use-list.tsx'
import { AllowedButton } from '../../session/allowed-button.tsx'
import { AvailableCards } from './available-cards.tsx'
import { CreditGrants } from './credit-grants.tsx'
import { CreditHistory } from './credit-history.tsx'
import type { CreditSearch } from './credit-search.ts'
import { useCredit } from './use-credit.ts'

const GrantDialog = lazy(() => import('./grant-dialog.tsx'))

const HEIGHT = 250

type Props = { search: CreditSearch; onSearch: OnSearch<CreditSearch> }

/** Credit of the customer: what is available, its grants, and every change of it. */
export function CustomerCredit({ search, onSearch }: Props) {
  const { query, hasCredit } = useCredit()
  const [isGranting, setGranting] = useState(false)
  const grant = (
    <AllowedButton permission="refund" onClick={() => setGranting(true)}>
      Grant credit
    </AllowedButton>
  )
  return (
    <Stack gap={32}>
      <Section
        title="Credit"
        about="What runs can still use: credit less usage that is not invoiced yet and less what open runs hold."
        action={grant}
      >
        <Loaded query={query} height={HEIGHT}>
          {({ credit }) =>
            hasCredit === false ? (
              <Empty title="No credit yet">
                Grant credit that the customer has bought, or promotional credit that its invoices
                use before tax. A correction of an invoice also gives credit.
              </Empty>
            ) : (
              <AvailableCards credit={credit} />
            )
          }
        </Loaded>
      </Section>
      {hasCredit !== false && (
        <>
          <CreditGrants search={search} onSearch={onSearch} />
          <CreditHistory search={search} onSearch={onSearch} />
        </>
      )}
      <Suspense>{isGranting && <GrantDialog onClose={() => setGranting(false)} />}</Suspense>
    </Stack>
  )
}
