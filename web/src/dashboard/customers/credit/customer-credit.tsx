import { Group, Stack } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { Section } from '../../../ui/layout/section.tsx'
import { Empty } from '../../../ui/states/empty.tsx'
import { Loaded } from '../../../ui/states/loaded.tsx'
import type { OnSearch } from '../../../ui/table/use-list.tsx'
import { AllowedButton } from '../../session/allowed-button.tsx'
import { AutoTopUps } from './auto-top-ups.tsx'
import { AvailableCards } from './available-cards.tsx'
import { CreditGrants } from './credit-grants.tsx'
import { CreditHistory } from './credit-history.tsx'
import type { CreditSearch } from './credit-search.ts'
import { TopUps } from './top-ups.tsx'
import { useCredit } from './use-credit.ts'

const GrantDialog = lazy(() => import('./grant-dialog.tsx'))
const TopUpDialog = lazy(() => import('./top-up-dialog.tsx'))

const HEIGHT = 250

type Props = { search: CreditSearch; onSearch: OnSearch<CreditSearch> }

/** Credit of the customer: what is available, its grants, and every change of it. */
export function CustomerCredit({ search, onSearch }: Props) {
  const { query, hasCredit } = useCredit()
  const [open, setOpen] = useState<'grant' | 'top-up'>()
  const close = () => setOpen(undefined)
  const actions = (
    <Group gap="sm">
      <AllowedButton permission="refund" variant="default" onClick={() => setOpen('grant')}>
        Grant credit
      </AllowedButton>
      <AllowedButton permission="bill" onClick={() => setOpen('top-up')}>
        Top up
      </AllowedButton>
    </Group>
  )
  return (
    <Stack gap={32}>
      <Section
        title="Credit"
        about="What runs can still use: credit less usage that is not invoiced yet and less what open runs hold."
        action={actions}
      >
        <Loaded query={query} height={HEIGHT}>
          {({ credit }) =>
            hasCredit === false ? (
              <Empty title="No credit yet">
                Let the customer buy credit by a top-up, or grant it: promotional credit, which
                invoices use before tax, or credit that was paid elsewhere. A correction of an
                invoice also gives credit.
              </Empty>
            ) : (
              <AvailableCards credit={credit} />
            )
          }
        </Loaded>
      </Section>
      <AutoTopUps />
      <TopUps search={search} onSearch={onSearch} />
      {hasCredit !== false && (
        <>
          <CreditGrants search={search} onSearch={onSearch} />
          <CreditHistory search={search} onSearch={onSearch} />
        </>
      )}
      <Suspense>
        {open === 'grant' && <GrantDialog onClose={close} />}
        {open === 'top-up' && <TopUpDialog onClose={close} />}
      </Suspense>
    </Stack>
  )
}
