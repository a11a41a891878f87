import { Group, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { PortalCreditMovementList } from '../../api/api-types.ts'
import { portalCreditMovementsQuery } from '../../api/portal.ts'
import { Section } from '../../ui/layout/section.tsx'
import { Empty, NoRows } from '../../ui/states/empty.tsx'
import { Loaded } from '../../ui/states/loaded.tsx'
import { dayIn, formatDay } from '../../ui/values/dates.ts'
import { formatAmount } from '../../ui/values/money.ts'
import { usePortalSession } from '../session/portal-session.ts'
import { PortalAnchor } from '../shell/portal-link.tsx'
import classes from './credit.module.css'
import type { CreditSearch } from './credit-search.ts'
import { nameOf } from './grant-rows.tsx'

const SHOWN = 20
const HEIGHT = 200

type Movement = PortalCreditMovementList['results'][number]

/** Every change of the credit, the latest first, with its invoice. */
export function CreditHistory({ search: { page = 1 } }: { search: CreditSearch }) {
  const query = useQuery({
    ...portalCreditMovementsQuery({ page, limit: SHOWN }),
    placeholderData: keepPreviousData,
  })
  return (
    <Section title="History">
      <Loaded query={query} height={HEIGHT}>
        {({ results, totalResults }) =>
          results.length === 0 ? (
            <NoHistory isAfterLast={page > 1} />
          ) : (
            <>
              <ul className={classes.rows} aria-label="History of your credit">
                {results.map((movement) => (
                  <Row key={movement.id} movement={movement} />
                ))}
              </ul>
              <Pages page={page} hasMore={page * SHOWN < totalResults} />
            </>
          )
        }
      </Loaded>
    </Section>
  )
}

function NoHistory({ isAfterLast }: { isAfterLast: boolean }) {
  if (!isAfterLast) return <NoRows>Nothing has changed yet.</NoRows>
  return (
    <Empty title="Nothing here" action={<PortalAnchor to="/portal/credit">Latest</PortalAnchor>}>
      This page is after the last one.
    </Empty>
  )
}

function Row({ movement }: { movement: Movement }) {
  const { timezone } = usePortalSession()
  const { amount, currency, bookedAt, grantName, grantKind } = movement
  return (
    <li>
      <div className={classes.what}>
        <Text fw={500}>
          <Change movement={movement} />
        </Text>
        <Text size="sm" c="dimmed">
          {formatDay(dayIn(bookedAt, timezone))}
          {', '}
          <bdi>{nameOf({ name: grantName, kind: grantKind })}</bdi>
        </Text>
      </div>
      <div className={classes.amount} data-plus={amount > 0}>
        {amount > 0 && '+'}
        {formatAmount(amount, currency)}
      </div>
    </li>
  )
}

/** Words for the change, before the invoice if there is one. */
const CHANGES: Readonly<Record<string, string>> = {
  given: 'Credit from',
  used: 'Used for',
  returned: 'Returned from',
  withdrawn: 'Withdrawn with',
  paid_out: 'Paid out to you',
  granted: 'Added',
  expired: 'Expired',
  refunded: 'Refunded to you',
}

const WITHOUT_INVOICE: Readonly<Record<string, string>> = {
  given: 'Correction of an invoice',
  used: 'Used for an invoice that is being prepared',
  returned: 'Returned from a cancelled invoice',
  withdrawn: 'Withdrawn with a cancelled invoice',
}

function Change({ movement: { type, invoiceId, invoiceNumber } }: { movement: Movement }) {
  const words = CHANGES[type] ?? type
  if (invoiceId === null) return WITHOUT_INVOICE[type] ?? words
  return (
    <>
      {words}{' '}
      <PortalAnchor to="/portal/invoices/$invoiceId" params={{ invoiceId }}>
        {invoiceNumber}
      </PortalAnchor>
    </>
  )
}

function Pages({ page, hasMore }: { page: number; hasMore: boolean }) {
  const at = (other: number) => ({ page: other === 1 ? undefined : other })
  if (page === 1 && !hasMore) return null
  return (
    <Group justify="space-between" pt="sm" component="nav" aria-label="Pages">
      {page > 1 ? (
        <PortalAnchor to="/portal/credit" search={at(page - 1)}>
          Newer
        </PortalAnchor>
      ) : (
        <span />
      )}
      {hasMore && (
        <PortalAnchor to="/portal/credit" search={at(page + 1)}>
          Older
        </PortalAnchor>
      )}
    </Group>
  )
}
