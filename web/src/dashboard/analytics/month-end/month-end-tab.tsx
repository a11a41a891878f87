import { Button, Group, Select, Stack } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type MonthEndQuestion, monthEndOf } from '../../../api/analytics.ts'
import { CUSTOMERS } from '../../../api/choices.ts'
import { Page } from '../../../ui/layout/page.tsx'
import { LinesSkeleton } from '../../../ui/states/lines-skeleton.tsx'
import { Loaded } from '../../../ui/states/loaded.tsx'
import { FilterBar } from '../../../ui/table/filters/filter-bar.tsx'
import { formatMonth } from '../../../ui/values/dates.ts'
import { EventsButton } from '../../links/events-button.tsx'
import { CustomerPicker } from '../../pickers/pickers.tsx'
import { useChoice } from '../../pickers/use-choice.ts'
import { useBusinessTime } from '../../session/use-business-time.ts'
import { useOrganization } from '../../session/use-organization.ts'
import type { MonthEndSearch, TabProps } from '../analytics-search.ts'
import { ABOUT } from '../analytics-texts.ts'
import { AnalyticsTabs } from '../frame/analytics-tabs.tsx'
import { given } from '../frame/given.ts'
import { Aging } from './aging.tsx'
import { Breakage } from './breakage.tsx'
import { Checks } from './checks.tsx'
import { ExportMenu } from './export-menu.tsx'
import classes from './month-end.module.css'
import { daysOfMonth, daysSince, lastMonth, listMonths, type Month } from './months.ts'
import { SinceCutOff } from './since.tsx'
import { Taxes } from './taxes.tsx'
import { ReceivablesTieOut, RevenueTieOut } from './tie-out.tsx'

/** Everything that finance needs to close a month: tie-out, aging, tax, expired credit, later events and checks. */
export function MonthEndTab({ search, onSearch }: TabProps<MonthEndSearch>) {
  const now = useBusinessTime()
  const customer = useChoice(CUSTOMERS, search.customerId)
  const month = search.month ?? (now && lastMonth(now))
  const days = month === undefined ? undefined : daysOfMonth(month)
  const filter = given({ customerId: search.customerId })
  const pick = (change: MonthEndSearch) => onSearch({ ...search, ...change })
  return (
    <Page
      title={month === undefined ? 'Analytics' : `Month end, ${formatMonth(`${month}-01`)}`}
      about={ABOUT['month-end']}
      action={
        days && (
          <Group gap="sm" data-print="off">
            <EventsButton days={days} of={filter} />
            <Button
              variant="default"
              leftSection={<IconPrinter size={16} aria-hidden />}
              onClick={() => window.print()}
            >
              Print
            </Button>
            <ExportMenu asked={{ ...days, ...filter }} />
          </Group>
        )
      }
    >
      <Stack gap="md">
        <AnalyticsTabs search={search} />
        <div data-print="off">
          <FilterBar
            chips={
              customer
                ? [
                    {
                      label: `Customer: ${customer.name}`,
                      onRemove: () => pick({ customerId: undefined }),
                    },
                  ]
                : []
            }
            onClear={() => pick({ customerId: undefined })}
          >
            {now && (
              <Select
                label="Month (UTC)"
                data={listMonths(now).map((value) => ({
                  value,
                  label: formatMonth(`${value}-01`),
                }))}
                value={month ?? null}
                allowDeselect={false}
                onChange={(picked) => pick({ month: picked ?? undefined })}
                comboboxProps={{ shadow: 'none' }}
                w={150}
              />
            )}
            <CustomerPicker
              value={search.customerId}
              onChange={(customerId) => pick({ customerId })}
            />
          </FilterBar>
        </div>
        {now === undefined || days === undefined ? (
          <LinesSkeleton lines={6} />
        ) : (
          <Statement days={days} filter={filter} now={now} />
        )}
      </Stack>
    </Page>
  )
}

type StatementProps = { days: Month; filter: Pick<MonthEndQuestion, 'customerId'>; now: Date }

const HEIGHT = 720

function Statement({ days, filter, now }: StatementProps) {
  const { slug } = useOrganization()
  const after = daysSince(days, now)
  const hasEnded = after !== undefined
  const month = useQuery(monthEndOf(slug, { ...days, ...filter }))
  const cutOff = after?.endDate ?? days.endDate
  const today = useQuery({
    ...monthEndOf(slug, { ...days, ...filter, cutOff }),
    enabled: hasEnded,
  })
  const since = useQuery({
    ...monthEndOf(slug, { ...(after ?? days), ...filter }),
    enabled: hasEnded,
  })
  return (
    <Stack gap="md">
      <Loaded query={{ ...month, isPlaceholderData: false }} height={HEIGHT}>
        {(figures) => (
          <div className={classes.panels}>
            <div className={classes.half}>
              <RevenueTieOut
                month={figures}
                today={hasEnded ? today.data : undefined}
                hasEnded={hasEnded}
              />
              <ReceivablesTieOut month={figures} />
            </div>
            <Aging month={figures} />
            <div className={classes.half}>
              <Taxes taxes={figures.taxes} />
              <Breakage breakage={figures.breakage} />
              {hasEnded && since.data && <SinceCutOff since={since.data} />}
            </div>
          </div>
        )}
      </Loaded>
      {/* The checks take long, and reports of an organization take turns. */}
      {!month.isPending && <Checks asked={{ ...days, ...filter }} />}
    </Stack>
  )
}
