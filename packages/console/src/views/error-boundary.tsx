import { Component, type ReactNode } from 'react';

type Props = {
  readonly children: ReactNode;
  /** The stand-in for a part that has failed. */
  readonly fallback: ReactNode;
};

/** Catches what fails while it is drawn, a part of the page that could not be loaded above all. */
export class ErrorBoundary extends Component<Props, { readonly hasFailed: boolean }> {
  override readonly state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    return this.state.hasFailed ? this.props.fallback : this.props.children;
  }
}
