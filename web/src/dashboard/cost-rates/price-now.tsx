import { Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { rateInForceQuery } from '../../api/cost-rates.ts'
import { useOrganization } from '../session/use-organization.ts'
import { sourceInWords } from './in-force-in-words.ts'

const PAUSE_MS = 300

type Props = { model: string; modelProvider: string; serviceTier: string }

/** What prices a model today, next to the price that is about to replace it. */
export function PriceNow(named: Props) {
  const { slug } = useOrganization()
  const [{ model, modelProvider, serviceTier }] = useDebouncedValue(named, PAUSE_MS)
  const tier = serviceTier.trim() === '' ? {} : { serviceTier: serviceTier.trim() }
  const { data } = useQuery({
    ...rateInForceQuery(slug, {
      model: model.trim(),
      modelProvider: modelProvider.trim(),
      ...tier,
    }),
    enabled: model.trim() !== '' && modelProvider.trim() !== '',
  })
  return (
    <Text size="sm" c="dimmed" role="status" mih={20}>
      {data && `Today: ${sourceInWords(data)}`}
    </Text>
  )
}
