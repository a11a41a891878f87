import { Group, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconUnlink } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import type { PlanAgent, PricingPlan } from '../../../api/api-types.ts'
import { unlinkAgent } from '../../../api/plans.ts'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { toast } from '../../../ui/dialogs/toasts.ts'
import { AnchorLink } from '../../../ui/layout/anchor-link.tsx'
import { RowMenu } from '../../../ui/layout/row-menu.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { Empty } from '../../../ui/states/empty.tsx'
import { AllowedButton } from '../../session/allowed-button.tsx'
import { AllowedItem } from '../../session/allowed-item.tsx'
import { useOrganization } from '../../session/use-organization.ts'
import { usePlansRefresh } from '../use-plans-refresh.ts'

const LinkAgentDialog = lazy(() => import('../link-agent-dialog.tsx'))

/** Agents whose work the plan prices. */
export function PlanAgents({ plan }: { plan: PricingPlan }) {
  const [isLinking, linking] = useDisclosure()
  return (
    <Section
      title="Agents"
      about="The plan can price only the signals of these agents. A subscription uses one of them."
      action={
        <AllowedButton permission="write" variant="default" onClick={linking.open}>
          Link an agent
        </AllowedButton>
      }
    >
      {plan.agents.length === 0 ? (
        <Empty title="No agents linked">
          A plan can charge fees without an agent. Usage prices and subscriptions need one.
        </Empty>
      ) : (
        plan.agents.map((agent) => <LinkedAgent key={agent.id} plan={plan} agent={agent} />)
      )}
      <Suspense>{isLinking && <LinkAgentDialog plan={plan} onClose={linking.close} />}</Suspense>
    </Section>
  )
}

function LinkedAgent({ plan, agent }: { plan: PricingPlan; agent: PlanAgent }) {
  const { slug } = useOrganization()
  const refresh = usePlansRefresh()
  const [isUnlinking, unlinking] = useDisclosure()
  return (
    <Group gap="sm" wrap="nowrap">
      <AnchorLink
        to="/o/$slug/agents/$agentId"
        params={{ slug, agentId: agent.id }}
        fw={500}
        truncate
        title={agent.name}
      >
        {agent.name}
      </AnchorLink>
      <Text size="sm" c="dimmed" truncate title={agent.agentCode}>
        {agent.agentCode}
      </Text>
      <RowMenu of={agent.name}>
        <AllowedItem permission="delete" icon={IconUnlink} onClick={unlinking.open}>
          Unlink
        </AllowedItem>
      </RowMenu>
      <ConfirmDialog
        title="Unlink agent?"
        isOpen={isUnlinking}
        onClose={unlinking.close}
        action="Unlink agent"
        run={async () => {
          await unlinkAgent(slug, { planId: plan.id, agentId: agent.id })
          toast(`${agent.name} is unlinked`)
          await refresh()
        }}
      >
        <Text>
          Customers can no longer subscribe to <b>{plan.name}</b> with <b>{agent.name}</b>. An agent
          that a subscription or price of the plan needs cannot be unlinked.
        </Text>
      </ConfirmDialog>
    </Group>
  )
}
