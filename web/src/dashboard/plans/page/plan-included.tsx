import { Group, Text } from '@mantine/core'
import { IconUnlink } from '@tabler/icons-react'
import type { PricingPlan } from '../../../api/api-types.ts'
import { signalsOfAgents } from '../../../api/choices.ts'
import { RowMenu } from '../../../ui/layout/row-menu.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { LazyPicker } from '../../pickers/lazy-picker.tsx'
import { useInclude } from '../../profit/use-include.ts'
import { AllowedItem } from '../../session/allowed-item.tsx'
import { useOrganization } from '../../session/use-organization.ts'

/** Signals that the fees of the plan cover. */
export function PlanIncluded({ plan }: { plan: PricingPlan }) {
  const { may } = useOrganization()
  const include = useInclude()
  const { id: planId, agents, includedSignals } = plan
  return (
    <Section
      title="Included in the fees"
      about="Work of these signals counts as covered by the fees, not as unpriced. Invoices do not change."
    >
      {includedSignals.map(({ id: signalId, name }) => (
        <Group key={signalId} gap="sm" wrap="nowrap">
          <Text truncate title={name}>
            {name}
          </Text>
          <RowMenu of={name}>
            <AllowedItem
              permission="write"
              icon={IconUnlink}
              onClick={() =>
                include.mutate({ planId, signalId, signalName: name, isIncluded: false })
              }
            >
              Exclude
            </AllowedItem>
          </RowMenu>
        </Group>
      ))}
      {may('write') && agents.length > 0 && (
        <LazyPicker
          // A new picker after each choice, because it shows only what is not chosen yet.
          key={includedSignals.length}
          choices={signalsOfAgents(agents)}
          label="Include a signal"
          any="Choose a signal"
          value={undefined}
          onChange={(signalId) => {
            if (signalId === undefined) return
            include.mutate({ planId, signalId, signalName: 'The signal', isIncluded: true })
          }}
          w={280}
        />
      )}
    </Section>
  )
}
