import { Button, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { portalBudgetsQuery } from '../../api/portal.ts'
import { Section } from '../../ui/layout/section.tsx'
import { NoRows } from '../../ui/states/empty.tsx'
import { Loaded } from '../../ui/states/loaded.tsx'
import { BudgetRow } from './budget-row.tsx'
import classes from './budgets.module.css'

const BudgetForm = lazy(() => import('./budget-form.tsx'))

const HEIGHT = 80

/** Limits that the customer sets for itself. They tighten those of the company, and lift none. */
export default function Budgets() {
  const query = useQuery(portalBudgetsQuery)
  const [isCreating, setCreating] = useState(false)
  return (
    <Section
      title="Your limits"
      about="Stop work, or be told, before a period costs more than you want."
      action={
        !isCreating && (
          <Button variant="default" onClick={() => setCreating(true)}>
            Set a limit
          </Button>
        )
      }
    >
      <Suspense>{isCreating && <BudgetForm onClose={() => setCreating(false)} />}</Suspense>
      <Loaded query={query} height={HEIGHT}>
        {({ results }) =>
          results.length === 0 ? (
            <NoRows>You have not set a limit.</NoRows>
          ) : (
            <Stack gap={0} component="ul" className={classes.rows} aria-label="Your limits">
              {results.map((budget) => (
                <BudgetRow key={budget.id} budget={budget} />
              ))}
            </Stack>
          )
        }
      </Loaded>
    </Section>
  )
}
