import { Group } from '@mantine/core'
import type { UncostedModel } from '../../api/api-types.ts'
import { ButtonLink } from '../../ui/layout/button-link.tsx'
import { useOrganization } from '../session/use-organization.ts'
import { SetPriceButton } from './set-price-button.tsx'

type Props = { group: UncostedModel; onSetPrice: () => void }

/** The two ways to give the events of a model their cost. */
export function GroupActions({ group: { model, provider }, onSetPrice }: Props) {
  const { slug } = useOrganization()
  return (
    <Group gap={8} wrap="nowrap" justify="flex-end">
      <ButtonLink
        to="/o/$slug/unknown-costs"
        params={{ slug }}
        search={{ model, provider }}
        resetScroll={false}
        variant="default"
        aria-label={`Map ${model}`}
      >
        Map
      </ButtonLink>
      <SetPriceButton model={model} onClick={onSetPrice} />
    </Group>
  )
}
