import { SimpleGrid, Stack, Table, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { mrrOf } from '../../../api/analytics.ts'
import type { MrrAnalytics } from '../../../api/api-types.ts'
import { csvOf } from '../../../api/client.ts'
import { Panel } from '../../../ui/layout/panel.tsx'
import { Loaded } from '../../../ui/states/loaded.tsx'
import { Amounts } from '../../../ui/values/amounts.tsx'
import { formatDays, formatInstant } from '../../../ui/values/dates.ts'
import { formatCost } from '../../../ui/values/money.ts'
import { EventsOfDays } from '../../links/events-of-days.tsx'
import { useOrganization } from '../../session/use-organization.ts'
import type { SharedSearch, TabProps } from '../analytics-search.ts'
import { MRR_ABOUT, MRR_LABELS } from '../analytics-texts.ts'
import { AnalyticsFrame } from '../frame/analytics-frame.tsx'
import { given } from '../frame/given.ts'
import classes from './mrr.module.css'

const VARIANTS = ['canonical', 'runRate', 'committed'] as const
const HEIGHT = 140

/**
 * Three definitions of MRR next to each other. Each has its own date, so there is no date range to
 * choose.
 */
export function MrrTab({ search, onSearch }: TabProps<SharedSearch>) {
  const { slug } = useOrganization()
  const asked = { variant: 'all', ...given({ customerId: search.customerId }) } as const
  return (
    <AnalyticsFrame
      tab="mrr"
      search={search}
      filters={['customerId']}
      onPick={(change) => onSearch({ ...search, ...change })}
      load={() => csvOf(slug, '/v1/analytics/mrr', asked)}
    >
      {() => <Variants asked={asked} />}
    </AnalyticsFrame>
  )
}

function Variants({ asked }: { asked: { variant: 'all'; customerId?: string } }) {
  const { slug } = useOrganization()
  const query = useQuery({ ...mrrOf(slug, asked), placeholderData: keepPreviousData })
  return (
    <Loaded query={query} height={HEIGHT}>
      {(mrr) => (
        <Stack gap="md">
          <SimpleGrid cols={{ base: 1, md: 3 }} spacing="md">
            {VARIANTS.map((variant) => (
              <Panel key={variant} title={MRR_LABELS[variant]} about={timeOf(mrr[variant])}>
                <div className={classes.figure}>
                  <Amounts amounts={amountsOf(mrr[variant])} />
                </div>
                <Text size="sm" c="dimmed">
                  {MRR_ABOUT[variant]}
                </Text>
                <Behind variant={mrr[variant]} of={given({ customerId: asked.customerId })} />
              </Panel>
            ))}
          </SimpleGrid>
          <Panel
            title="Exact amounts"
            about="Listed by currency; amounts in different currencies are never added"
          >
            <FigureTable mrr={mrr} />
          </Panel>
        </Stack>
      )}
    </Loaded>
  )
}

/** Leads to the events behind a figure; fees in force have none. */
function Behind({ variant, of }: { variant: Variant | undefined; of: { customerId?: string } }) {
  if (variant === undefined || !('dateRange' in variant)) return null
  return (
    <Text size="sm">
      <EventsOfDays days={variant.dateRange} of={of}>
        Events of these days
      </EventsOfDays>
    </Text>
  )
}

type Variant = NonNullable<MrrAnalytics['canonical'] | MrrAnalytics['committed']>

/** Returns amounts by currency; if there are none, zero in the organization's currency. */
function amountsOf(variant: Variant | undefined) {
  const { byCurrency = [], currency = null } = variant ?? {}
  if (byCurrency.length > 0) return byCurrency.map((one) => ({ ...one, amount: one.mrr }))
  return [{ currency: currency ?? 'USD', amount: 0 }]
}

function timeOf(variant: Variant | undefined): string {
  if (variant === undefined) return ''
  if ('dateRange' in variant) {
    return `${formatDays(variant.dateRange.startDate, variant.dateRange.endDate)}, UTC days`
  }
  return formatInstant(variant.asOf, 'utc')
}

function FigureTable({ mrr }: { mrr: MrrAnalytics }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards must be able to scroll it
    <section className={classes.scroll} aria-label="MRR by definition" tabIndex={0}>
      <Table fz={13}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">Definition</Table.Th>
            <Table.Th scope="col" ta="right">
              MRR
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {VARIANTS.flatMap((variant) =>
            amountsOf(mrr[variant]).map(({ currency, amount }) => (
              <Table.Tr key={`${variant} ${currency}`}>
                <Table.Td>
                  {MRR_LABELS[variant]}
                  <Text size="xs" c="dimmed">
                    {timeOf(mrr[variant])}
                  </Text>
                </Table.Td>
                <Table.Td ta="right">
                  {formatCost(amount, currency)} {currency}
                </Table.Td>
              </Table.Tr>
            )),
          )}
        </Table.Tbody>
      </Table>
    </section>
  )
}
