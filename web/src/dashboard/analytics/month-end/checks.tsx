import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReconciliationQuestion, reconciliationOf } from '../../../api/analytics.ts'
import type { Reconciliation } from '../../../api/api-types.ts'
import { Panel } from '../../../ui/layout/panel.tsx'
import { Loaded } from '../../../ui/states/loaded.tsx'
import { StateBadge } from '../../../ui/states/state-badge.tsx'
import { formatCount } from '../../../ui/values/money.ts'
import { useOrganization } from '../../session/use-organization.ts'
import { FigureTable } from './figure-table.tsx'
import classes from './month-end.module.css'

const HEIGHT = 40

/** State of the checks that all figures agree, with the rows that differ. */
export function Checks({ asked }: { asked: ReconciliationQuestion }) {
  const { slug } = useOrganization()
  const query = useQuery(reconciliationOf(slug, asked))
  return (
    <Panel
      title="Reconciliation"
      about="Events with their sums, lines with their prices, totals with lines, payments with invoices"
      action={
        query.data && (
          <StateBadge
            {...(query.data.isBalanced
              ? ({ tone: 'good', label: 'Balanced' } as const)
              : ({ tone: 'bad', label: 'Differences' } as const))}
          />
        )
      }
    >
      <Loaded query={query} height={HEIGHT}>
        {({ checks }) => (
          <>
            {checks
              .filter(({ differences }) => differences.length > 0)
              .map((check) => (
                <Differences key={check.name} check={check} />
              ))}
            <details>
              <summary className={classes.summary}>All {formatCount(checks.length)} checks</summary>
              <FigureTable
                name="Checks"
                head={['Check', 'Compared', 'Differences']}
                rows={checks.map((check) => ({
                  key: check.name,
                  cells: [check.says, formatCount(check.compared), countOf(check)],
                }))}
              />
            </details>
          </>
        )}
      </Loaded>
    </Panel>
  )
}

type Check = Reconciliation['checks'][number]

const countOf = ({ differences, hasMore }: Check) =>
  differences.length === 0 ? '–' : `${formatCount(differences.length)}${hasMore ? ' or more' : ''}`

function Differences({ check }: { check: Check }) {
  return (
    <Stack gap={4}>
      <Text size="sm" fw={600}>
        {check.says}
      </Text>
      <FigureTable
        name={check.says}
        head={['Row', 'Expected', 'Stored']}
        rows={check.differences.map(({ subject, expected, actual }) => ({
          key: subject,
          cells: [subject, expected, actual],
        }))}
      />
    </Stack>
  )
}
