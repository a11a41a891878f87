import { Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { UncostedModel } from '../../api/api-types.ts'
import { Facts } from '../../ui/layout/facts.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { SidePanel } from '../../ui/layout/side-panel.tsx'
import { LinesSkeleton } from '../../ui/states/lines-skeleton.tsx'
import { formatCount } from '../../ui/values/money.ts'
import { Timestamp } from '../../ui/values/timestamp.tsx'
import { MapForm } from './map-form.tsx'
import { type Mapped, MappedNotice } from './mapped-notice.tsx'
import { REASONS } from './reasons.ts'
import { SetPriceButton } from './set-price-button.tsx'

type Props = {
  model: string
  provider: string
  row: string
  /** Undefined once all its events have a cost. */
  group: UncostedModel | undefined
  isKnown: boolean
  onSetPrice: (group: UncostedModel) => void
  onClose: () => void
}

/** A model without a rate: the reason, suggestions and the resulting cost. */
export default function GroupPanel({ model, provider, group, isKnown, ...props }: Props) {
  const { row, onSetPrice, onClose } = props
  const [mapped, setMapped] = useState<Mapped>()
  return (
    <SidePanel title={model} about={provider} row={row} onClose={onClose}>
      {mapped ? (
        <MappedNotice mapped={mapped} />
      ) : group ? (
        <Stack gap="lg">
          <Text>{REASONS[group.reason].full}</Text>
          <Facts
            facts={[
              ['Events', formatCount(group.count)],
              ['Customers', formatCount(group.customerCount)],
              ['Oldest', <Timestamp key="oldest" at={group.oldestEventDate} />],
            ]}
          />
          <MapForm group={group} onMapped={setMapped} />
          <Section
            title="Or set a price"
            about="For a model with rates of its own, such as a fine-tuned or a self-hosted one."
          >
            <SetPriceButton model={model} onClick={() => onSetPrice(group)} />
          </Section>
        </Stack>
      ) : isKnown ? (
        <Text>No event of this model lacks a cost.</Text>
      ) : (
        <LinesSkeleton lines={6} />
      )}
    </SidePanel>
  )
}
