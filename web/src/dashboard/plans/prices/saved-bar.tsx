import { Group, Text } from '@mantine/core'
import type { PricingPlan } from '../../../api/api-types.ts'
import { ButtonLink } from '../../../ui/layout/button-link.tsx'
import { useOrganization } from '../../session/use-organization.ts'
import classes from './prices.module.css'

/** Confirms that the prices are saved, and leads to a subscription on the plan. */
export function SavedBar({ plan: { id, isActive, agents } }: { plan: PricingPlan }) {
  const { slug } = useOrganization()
  return (
    <div className={classes.bar}>
      <Group justify="space-between" gap="sm">
        <Text role="status">Prices saved</Text>
        <Group gap="sm">
          <ButtonLink variant="default" to="/o/$slug/plans/$planId" params={{ slug, planId: id }}>
            View plan
          </ButtonLink>
          {/* A subscription needs an active plan and one of its agents. */}
          {isActive && agents.length > 0 && (
            <ButtonLink to="/o/$slug/subscriptions/new" params={{ slug }} search={{ planId: id }}>
              Subscribe a customer
            </ButtonLink>
          )}
        </Group>
      </Group>
    </div>
  )
}
