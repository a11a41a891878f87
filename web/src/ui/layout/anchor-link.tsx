import { Anchor, type AnchorProps } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { ComponentPropsWithRef } from 'react'

type Props = AnchorProps & Omit<ComponentPropsWithRef<'a'>, keyof AnchorProps>

/** A typed link to a page of this application. */
export const AnchorLink = createLink((props: Props) => <Anchor {...props} />)
