"""Words as vectors: small encoders on the CPU, and what the matcher `meaning` needs of them.

An encoder is a folder with `model.safetensors`, `config.json` and `tokenizer.json`, or an ONNX file with `tokenizer.json` beside it.
Of the first, the graph of its first layers is built once (`graph`), and kept. onnxruntime runs it; there is no PyTorch.
"""
