import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { PortalCredit } from '../../api/api-types.ts'
import { portalCreditQuery } from '../../api/portal.ts'
import { CreditSums } from '../../ui/billing/credit-sums.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { Empty } from '../../ui/states/empty.tsx'
import { Loaded } from '../../ui/states/loaded.tsx'
import { usePortalSession } from '../session/portal-session.ts'
import { PortalPage } from '../shell/portal-page.tsx'
import { AutoTopUps } from './auto-top-ups.tsx'
import { CreditHistory } from './credit-history.tsx'
import type { CreditSearch } from './credit-search.ts'
import { GrantRows } from './grant-rows.tsx'
import { TopUp } from './top-up.tsx'

const HEIGHT = 320

type InCurrency = PortalCredit['credit'][number]

/** Credit of the customer: what is available, what it is made of, and every change of it. */
export function CreditPage({ search }: { search: CreditSearch }) {
  const { hasCredit } = usePortalSession()
  const query = useQuery(portalCreditQuery)
  return (
    <PortalPage title="Credit">
      {hasCredit ? (
        <Stack gap={32}>
          <Loaded query={query} height={HEIGHT}>
            {({ credit, asOf }) => (
              <Stack gap={32}>
                {credit.map((one) => (
                  <CurrencyCredit key={one.currency} credit={one} asOf={asOf} />
                ))}
              </Stack>
            )}
          </Loaded>
          <TopUp />
          <AutoTopUps />
          <CreditHistory search={search} />
        </Stack>
      ) : (
        <Stack gap={32}>
          <Empty title="No credit">
            Credit that you buy or receive appears here. It pays your invoices automatically.
          </Empty>
          <TopUp />
          <AutoTopUps />
        </Stack>
      )}
    </PortalPage>
  )
}

function CurrencyCredit({ credit, asOf }: { credit: InCurrency; asOf: string }) {
  const { currency, available, balance, promotional, unbilled, held, grants } = credit
  return (
    <Stack gap="md">
      <CreditSums
        title="Available credit"
        order={2}
        available={available}
        currency={currency}
        about={
          available < 0
            ? 'Your usage so far is more than your credit. The rest is on your next invoice.'
            : 'It pays your next invoices automatically.'
        }
        parts={[
          { label: 'Credit', about: 'Bought, or from corrections of invoices', amount: balance },
          ...(promotional === 0
            ? []
            : [{ label: 'Promotional credit', about: 'Given for free', amount: promotional }]),
          {
            label: 'Not invoiced yet',
            about: 'Usage and fees of the current period, with taxes',
            amount: unbilled,
            isLess: true,
          },
          ...(held === 0
            ? []
            : [
                {
                  label: 'Reserved',
                  about: 'For work that is under way',
                  amount: held,
                  isLess: true,
                },
              ]),
        ]}
      />
      {grants.length > 0 && (
        <Section
          title={`Your credit in ${currency}`}
          about="In the order in which you received it."
        >
          <GrantRows grants={grants} currency={currency} asOf={asOf} />
        </Section>
      )}
    </Stack>
  )
}
