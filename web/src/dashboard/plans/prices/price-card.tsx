import {
  Button,
  Group,
  NativeSelect,
  Paper,
  SimpleGrid,
  Stack,
  Switch,
  Text,
  TextInput,
} from '@mantine/core'
import type { PlanAgent } from '../../../api/api-types.ts'
import { signalsOfAgents } from '../../../api/choices.ts'
import { priceInWords } from '../../../ui/billing/price-in-words.ts'
import { LazyPicker } from '../../pickers/lazy-picker.tsx'
import {
  type Draft,
  hasTiers,
  isPriceable,
  isRecurring,
  isUsage,
  type Kind,
  withKind,
  wordsOf,
} from './draft.ts'
import { DEFAULT_NAMES, GROUPS, KIND_NAMES, KINDS } from './price-texts.ts'
import classes from './prices.module.css'
import { PackageFields, PoolFields, RateField, TimingField } from './rate-fields.tsx'
import { RemovePrice } from './remove-price.tsx'
import { TierFields } from './tier-fields.tsx'

type Props = {
  planId: string
  draft: Draft
  agents: readonly PlanAgent[]
  currency: string
  problems: Readonly<Record<string, string>>
  isSelected: boolean
  onSelect: () => void
  onChange: (draft: Draft) => void
  onRemoved: () => void
  onLinkAgent: () => void
}

/** Editor of one price: its sentence, then its fields. */
export function PriceCard({ draft, problems, onChange, ...props }: Props) {
  const { agents, currency, isSelected } = props
  const { kind, name, signalId } = draft
  const title = name.trim() || DEFAULT_NAMES[kind] || 'New price'
  const fields = { draft, problems, currency, onChange }
  return (
    <Paper
      withBorder
      p="md"
      role="group"
      aria-label={title}
      data-price
      className={classes.card}
      data-selected={isSelected}
      onFocusCapture={props.onSelect}
    >
      <Stack gap="sm">
        <Group justify="space-between" align="flex-start" gap="sm" wrap="nowrap">
          <Stack gap={0} miw={0}>
            <Text fw={600} role="status">
              {isPriceable(draft) ? priceInWords(wordsOf(draft), currency) : 'Incomplete'}
            </Text>
            <Text size="xs" c="dimmed">
              {title}
              {!draft.isActive && ', inactive: kept but not billed'}
            </Text>
          </Stack>
          <RemovePrice
            planId={props.planId}
            draft={draft}
            title={title}
            onRemoved={props.onRemoved}
          />
        </Group>
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          <NativeSelect
            label="Charge type"
            description={KINDS[kind].about}
            value={kind}
            data={GROUPS.map(({ group, kinds }) => ({
              group,
              items: kinds.map((one) => ({ value: one, label: KINDS[one].label })),
            }))}
            onChange={(event) => onChange(withKind(draft, kindOf(event.currentTarget.value, kind)))}
          />
          {isUsage(kind) && agents.length === 0 && (
            <Stack gap={4} align="flex-start">
              <Text size="sm" fw={500}>
                Signal
              </Text>
              <Button variant="default" onClick={props.onLinkAgent}>
                Link an agent
              </Button>
              <Text
                size="xs"
                {...(problems.signalId ? { c: 'var(--mantine-color-error)' } : { c: 'dimmed' })}
              >
                A usage price needs a signal of an agent that is linked to the plan.
              </Text>
            </Stack>
          )}
          {isUsage(kind) && agents.length > 0 && (
            <LazyPicker
              choices={signalsOfAgents(agents)}
              label="Signal"
              any="Choose a signal"
              value={signalId}
              onChange={(id) => onChange({ ...draft, signalId: id })}
              error={problems.signalId}
              w="100%"
            />
          )}
          <TextInput
            label="Name on the invoice"
            placeholder={DEFAULT_NAMES[kind] ?? 'The name of the signal'}
            value={name}
            error={problems.name}
            onChange={(event) => onChange({ ...draft, name: event.currentTarget.value })}
          />
        </SimpleGrid>
        {kind === 'credit_pool' ? (
          <PoolFields {...fields} />
        ) : kind === 'package' ? (
          <PackageFields {...fields} />
        ) : hasTiers(kind) ? (
          <TierFields
            rows={draft.tiers}
            problems={problems}
            currency={currency}
            onChange={(tiers) => onChange({ ...draft, tiers })}
          />
        ) : (
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
            <RateField {...fields} />
            {isRecurring(kind) && <TimingField draft={draft} onChange={onChange} />}
          </SimpleGrid>
        )}
        {(problems[''] ?? problems.tiers) && (
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            {problems[''] ?? problems.tiers}
          </Text>
        )}
        <Switch
          size="xs"
          label="Active"
          checked={draft.isActive}
          onChange={(event) => onChange({ ...draft, isActive: event.currentTarget.checked })}
        />
      </Stack>
    </Paper>
  )
}

function kindOf(value: string, fallback: Kind): Kind {
  return KIND_NAMES.find((name) => name === value) ?? fallback
}
